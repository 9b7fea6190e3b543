// The membership statuses of a machine: whether it counts, and whether it may leave the pool.

/** The status of a machine that is no member: it has the pool's mark, and a person decides about it. */
export const QUARANTINE = 'quarantine';

/** The statuses of members, by the names of their words. */
export const STATUSES = {
  default: { active: true, evictable: true },
  blessed: { active: true, evictable: false },
  awaitingService: { active: false, evictable: false },
  disposable: { active: false, evictable: true },
};

/** The name of a machine's status. The server leaves out the usual one. */
export function membershipOf(machine) {
  if (machine.quarantine) {
    return QUARANTINE;
  }
  const { active, evictable } = machine.membershipStatus ?? STATUSES.default;
  return Object.keys(STATUSES).find(
    (name) => STATUSES[name].active === active && STATUSES[name].evictable === evictable,
  );
}
