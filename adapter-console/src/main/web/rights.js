// What the session allows. The server decides again at each request; this only keeps buttons away that it would refuse.
const RANK = { read: 0, operate: 1, admin: 2 };

export const may = (session, role, verb) => RANK[session.role] >= RANK[role] && (!verb || session.verbs.includes(verb));
