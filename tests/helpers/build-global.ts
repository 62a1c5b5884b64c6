import { build } from '../../bin/build.ts';

/** Builds the client once before the browser tests of a run, where its sources have changed. */
export default function setup(): void {
  build();
}
