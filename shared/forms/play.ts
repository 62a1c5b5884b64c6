import type { Line } from '../domain/draw-kinds.ts';
import { readDrawKind } from '../domain/draw-parameters.ts';
import { shownPrice } from '../domain/shown-prices.ts';
import { readTypedLine } from '../domain/typed-line.ts';
import { keyField, hiddenField as unseenField } from './fields.ts';
import { type Field, type Form, type FormSettings, type Message, sending, type Values } from './form.ts';

/** `tickets/buy` accepts at most this many lines. Most games accept fewer. */
const mostLines = 200;
const longestText = 4000;

const hiddenField = (name: string): Field => ({
  name,
  control: 'hidden',
  input: 'text',
  label: `form.play.${name}`,
  check: (value) => (value === '' ? { key: 'field.wrong' } : null),
});

function kindOf({ kind = '' }: Values): ReturnType<typeof readDrawKind> {
  try {
    return readDrawKind(JSON.parse(kind));
  } catch {
    return null;
  }
}

const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row.trim() !== '');

/** Reads one ticket line from each row of the text. A row that is not a valid ticket line yields null. */
function typedLines(values: Values): (Line | null)[] {
  const kind = kindOf(values);
  return rowsOf(values['lines'] ?? '').map((row) => (kind ? readTypedLine(kind, row) : null));
}

function checkLines(values: Values): Message | null {
  const lines = typedLines(values);
  if (lines.length === 0) return { key: 'form.play.lines_required' };
  if (lines.length > mostLines) return { key: 'form.play.most_lines' };
  const wrong = lines.indexOf(null);
  return wrong < 0 ? null : { key: 'form.play.line_wrong', values: { number: wrong + 1 } };
}

/**
 * Declares the plain ticket form for browsers without script. With script, players buy tickets on the game's page
 * instead. The account screen with the form fills in the game, its kind of draws and the draws on sale. For a quick
 * pick, the screen also fills in the lines.
 */
export function playForm(settings: FormSettings): Form {
  const fields: Field[] = [
    hiddenField('gameId'),
    hiddenField('kind'),
    // This field lists the price of every draw on sale. It needs no check: if the chosen draw is not in the list, the
    // draw is not on sale, and the platform rejects the purchase.
    unseenField('prices'),
    {
      name: 'drawId',
      control: 'select',
      input: 'text',
      label: 'form.play.draw',
      options: () => settings.choices?.['drawId'] ?? [],
      check: (value) => (value === '' ? { key: 'form.play.draw_required' } : null),
      reportedAs: ['10603', '10612', '10710'],
    },
    {
      name: 'lines',
      control: 'textarea',
      input: 'text',
      label: 'form.play.lines',
      autocomplete: 'off',
      maxLength: longestText,
      check: (_value, values) => checkLines(values),
      reportedAs: ['10602', '10608', ...Array.from({ length: mostLines }, (_, index) => `lines.${index}`)],
    },
    keyField('form.play.sent_before'),
  ];
  return {
    name: 'play',
    path: '/my-accounts/play',
    picture: 'ticket',
    layout: 'stacked',
    playersOnly: true,
    fields,
    steps: [
      {
        fields: fields.map(({ name }) => name),
        submit: 'form.play.submit',
        sends: sending('tickets/buy', (values) => ({
          gameId: values['gameId'] ?? '',
          drawId: values['drawId'] ?? '',
          lines: typedLines(values).filter((line) => line !== null),
          expectedPrice: shownPrice(values),
          idempotencyKey: values['idempotencyKey'] ?? '',
        })),
      },
    ],
    codeTexts: { '10602': 'form.play.most_lines' },
    follow: { kind: 'screen', path: '/my-accounts/tickets', text: 'form.play.done_text' },
    links: [],
  };
}
