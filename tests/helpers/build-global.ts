import { build } from '../../bin/build.ts';

/** Builds the client once before the browser tests of a run, if the client's sources have changed. */
export default function setup(): void {
  build();
}
