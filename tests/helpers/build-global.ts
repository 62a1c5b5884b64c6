import { build } from '../../bin/build.ts';

/** Builds client and programs once before the tests of a run, if the sources have changed. */
export default function setup(): void {
  build();
}
