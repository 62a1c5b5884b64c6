/**
 * Memoises a function whose only parameter is an object. Use it for cached values, which never change. The stored
 * result is garbage-collected together with the object.
 */
export function once<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<Source, Made>();
  return (source) => {
    const known = made.get(source);
    if (known !== undefined) return known;
    const fresh = make(source);
    made.set(source, fresh);
    return fresh;
  };
}
