/**
 * The versions of the draw method (docs/draw-function.md). A draw always uses the method that was current when its seed
 * was committed, so that every published draw can be repeated.
 *
 * `golden-lotto/2` adds the line number to the leaf of a ticket line. In `golden-lotto/1`, two equal lines of one
 * receipt had the same leaf.
 */
export const drawMethods = ['golden-lotto/1', 'golden-lotto/2'] as const;

export type DrawMethod = (typeof drawMethods)[number];

/** New draws use this method. */
export const newestDrawMethod: DrawMethod = 'golden-lotto/2';

export function isDrawMethod(name: string): name is DrawMethod {
  return drawMethods.some((method) => method === name);
}
