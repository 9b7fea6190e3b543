// Requests to the server. The session's cookie goes along by itself; no script can read it, and no address holds it.
const API = '/console/api';
const SESSION = '/console/session';

/** An answer that takes longer is given up; the server itself gives up after two minutes. */
const PATIENCE = 60_000;

/** An answer other than success, in the words of the server. */
export class ApiError extends Error {
  constructor(status, message, detail) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

async function answer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = { message: text };
  }
  if (!response.ok) {
    const { message, detail } = body ?? {};
    throw new ApiError(response.status, message ?? `${response.status} ${response.statusText}`, detail ?? '');
  }
  return body;
}

const read = (path) =>
  fetch(API + path, { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(PATIENCE) });

export async function get(path) {
  return answer(await read(path));
}

/** A body with the version that a change of it is to name. */
export async function getTagged(path) {
  const response = await read(path);
  return { body: await answer(response), tag: response.headers.get('ETag') };
}

/** Carries out a call that a dialog has shown: the method, path, headers and body are those of the dialog. */
export async function send(call) {
  const headers = { 'Idempotency-Key': crypto.randomUUID(), ...call.headers };
  const options = { method: call.method, headers };
  if (call.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(call.body);
  }
  return answer(await fetch(API + call.path, options));
}

export async function session() {
  return answer(await fetch(SESSION));
}

/** Signs in by a token, or by what the connection shows if there is none. The token is in no address and no storage. */
export async function signIn(token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return answer(await fetch(SESSION, { method: 'POST', headers }));
}

export async function signOut() {
  return answer(await fetch(SESSION, { method: 'DELETE' }));
}

export const poolPath = (pool, rest = '') => `/pools/${encodeURIComponent(pool)}/pool${rest}`;
export const machinePath = (pool, machine, verb) => poolPath(pool, `/${encodeURIComponent(machine)}/${verb}`);
