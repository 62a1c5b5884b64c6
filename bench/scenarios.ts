import type { Scenario } from './bench.ts';
import { bigDraw } from './scenarios/big-draw.ts';
import { cached } from './scenarios/cached.ts';
import { cold } from './scenarios/cold.ts';
import { drawNight } from './scenarios/draw-night.ts';
import { formPost } from './scenarios/form-post.ts';
import { herd } from './scenarios/herd.ts';
import { idleConnections } from './scenarios/idle-connections.ts';
import { largeLibrary } from './scenarios/large-library.ts';
import { ledger } from './scenarios/ledger.ts';
import { limitedPurchases } from './scenarios/limited-purchases.ts';
import { manyAddresses } from './scenarios/many-addresses.ts';
import { mix } from './scenarios/mix.ts';
import { notices } from './scenarios/notices.ts';
import { payouts } from './scenarios/payouts.ts';
import { popupOpening } from './scenarios/popup-opening.ts';
import { privateShell } from './scenarios/private-shell.ts';
import { proxiedCall } from './scenarios/proxied-call.ts';
import { purchases } from './scenarios/purchases.ts';
import { sitePurchases } from './scenarios/site-purchases.ts';
import { slowRefresh } from './scenarios/slow-refresh.ts';
import { starting } from './scenarios/starting.ts';
import { typing } from './scenarios/typing.ts';
import { weights } from './scenarios/weights.ts';

/** All scenarios, in the order in which they run. The first scenario creates the data that the others need. */
export const scenarios: readonly Scenario[] = [
  starting,
  cached,
  mix,
  cold,
  weights,
  popupOpening,
  typing,
  herd,
  slowRefresh,
  drawNight,
  proxiedCall,
  formPost,
  privateShell,
  ledger,
  payouts,
  purchases,
  limitedPurchases,
  notices,
  sitePurchases,
  bigDraw,
  largeLibrary,
  manyAddresses,
  idleConnections,
];
