/** Names of the labels in the form that checks tickets. The text of a label has the key `check.form.{name}`. */
export const formLabels = [
  'game',
  'choose_game',
  'numbers',
  'numbers_hint',
  'mine',
  'draws',
  'last',
  'last_count',
  'days',
  'from',
  'to',
  'draw',
  'draw_number',
  'submit',
  'checking',
  'wrong_title',
  'numbers_drawn',
  'mine_title',
  'mine_none',
  'mine_failed',
] as const;
export type FormLabel = (typeof formLabels)[number];
