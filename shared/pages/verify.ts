import type { VerifyStepId } from '../domain/verify-draw.ts';
import type { Fact } from './facts.ts';

/** One step of the check of a draw, with its published data. The browser adds the computed values. */
export interface VerifyStepView {
  id: VerifyStepId;
  title: string;
  text: string;
  /** The input of the step. */
  facts: Fact[];
  /** The message of the step's HMAC, line feeds included. Null for all steps except `stream`. */
  message: string | null;
  /** The published value that the computed value must equal. Null if the step computes no such value. */
  published: string | null;
  /**
   * A placeholder as long as the computed value, so that the page does not move when the value appears. Null if the
   * step shows no value.
   */
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
  /** Path of the page with the result. Null before the result is published. */
  drawHref: string | null;
  recordHref: string;
  /** Commands that repeat the draw on the visitor's computer. */
  commands: string[];
  siteCommand: string;
  /** The steps and the record with which the browser repeats the draw. Null before the result is published. */
  check: { steps: VerifyStepView[]; record: object } | null;
  /** Text and facts about the draw while its result is not published yet. Otherwise null. */
  coming: { text: string; facts: Fact[] } | null;
}
