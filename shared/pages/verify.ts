import type { VerifyStepId } from '../domain/verify-draw.ts';
import type { Fact } from './facts.ts';

/** One step of the check, with its published data. The browser adds the computed values. */
export interface VerifyStepView {
  id: VerifyStepId;
  title: string;
  text: string;
  /** The input of the step. */
  facts: Fact[];
  /** The text that the step uses as data, with its line feeds. Null if the step has none. */
  message: string | null;
  /** The published value that the computed value must equal, or null. */
  published: string | null;
  /** A text as long as the computed value, so that the page does not move when the value appears. Null if none appears. */
  placeholder: string | null;
}

/** The page that repeats one draw in the browser. */
export interface VerifyPage {
  kind: 'verify';
  drawId: string;
  title: string;
  lead: string;
  gameName: string;
  gameResultsHref: string;
  drawText: string;
  /** The page with the result. Null before the result is published. */
  drawHref: string | null;
  recordHref: string;
  /** Commands that repeat the draw on the visitor's computer. */
  commands: string[];
  siteCommand: string;
  /** Null before the result is published. */
  check: { steps: VerifyStepView[]; record: object } | null;
  /** The facts about a draw that has no result yet. */
  coming: { text: string; facts: Fact[] } | null;
}
