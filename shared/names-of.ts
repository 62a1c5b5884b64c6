/** Returns the keys of a table, with their literal types. */
export function namesOf<Name extends string>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
