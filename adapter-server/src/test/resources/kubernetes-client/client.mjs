// Lists, reads, watches and asks for actions with the JavaScript client of Kubernetes, and prints what it saw.
import * as k8s from '@kubernetes/client-node';

const [kubeconfig, namespace, machine] = process.argv.slice(2);
const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);

async function show(name, what) {
  try {
    console.log(name, '->', String(await what()));
  } catch (refused) {
    const body = refused.body;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    console.log(name, '->', refused.code ?? refused, text ?? '');
  }
}

async function allowed() {
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'create', resource: 'pods', subresource: 'action', namespace } } };
  const answer = await config.makeApiClient(k8s.AuthorizationV1Api).createSelfSubjectAccessReview({ body: review });
  return answer.status.allowed;
}

// The client has no call for what is no resource of Kubernetes, so it sends this as it sends a watch.
async function ask() {
  const options = await config.applyToFetchOptions({});
  options.method = 'POST';
  options.body = JSON.stringify({ apiVersion: 'v1', kind: 'CustomAction', actionName: 'Reboot' });
  options.headers.set('Content-Type', 'application/json');
  const path = `/api/v1/namespaces/${namespace}/pods/${machine}/action?pretty=true`;
  const { default: fetch } = await import('node-fetch');
  return (await (await fetch(config.getCurrentCluster().server + path, options)).json()).status;
}

// Ends with the first bookmark.
function watch() {
  return new Promise((done, failed) => {
    const seen = [];
    let request;
    new k8s.Watch(config)
      .watch(
        `/api/v1/namespaces/${namespace}/actions`,
        { allowWatchBookmarks: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' },
        (type, object) => {
          seen.push(`${type} ${object.metadata.namespace ?? object.metadata.resourceVersion}`);
          if (type === 'BOOKMARK') {
            done(seen);
            request.abort();
          }
        },
        (ended) => failed(ended ?? new Error(`ended after ${seen}`)),
      )
      .then((started) => (request = started), failed);
  });
}

const objects = k8s.KubernetesObjectApi.makeApiClient(config);
const named = (name) => ({ apiVersion: 'v1', kind: 'Action', metadata: { name, namespace } });

await show('version', async () => (await config.makeApiClient(k8s.VersionApi).getCode()).gitVersion);
await show('namespaces', async () =>
  (await config.makeApiClient(k8s.CoreV1Api).listNamespace()).items.map((one) => one.metadata.name));
await show('may ask', allowed);
await show('ask', ask);
const listed = (await objects.list('v1', 'Action', namespace)).items;
await show('list', () => listed.map((one) => one.metadata.namespace));
const name = listed[0].metadata.name;
await show('read', async () => (await objects.read(named(name))).metadata.name === name);
await show('watch', watch);
await show('create', () => objects.create(named('new')));
await show('delete', () => objects.delete(named(name)));
await show('patch', () => objects.patch({ ...named(name), metadata: { name, namespace, labels: { a: 'b' } } }));
await show('replace', () => objects.replace({ ...named(name), metadata: { name, namespace, labels: { a: 'b' } } }));
