/**
 * Every `firstCode` that an answer can carry. The text a player reads stands in
 * `config/locale/{lang}.json` under `code.<number>`.
 */
export const codes = {
  ok: '10000',
  fieldWrong: '10400',
  callUnknown: '10404',
  drawNotFound: '10710',
  apiKeyWrong: '15101',
  sessionExpired: '15107',
  tooManyTries: '15429',
  technicalIssue: '15500',
} as const;

export type Code = (typeof codes)[keyof typeof codes];
