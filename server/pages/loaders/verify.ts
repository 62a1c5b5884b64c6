import { type DrawRecord, isPublished, readDrawRecord } from '../../../shared/domain/draw-record.ts';
import { firstMessage, type VerifyStepId, verifySteps } from '../../../shared/domain/verify-draw.ts';
import type { Fact } from '../../../shared/pages/facts.ts';
import type { VerifyPage, VerifyStepView } from '../../../shared/pages/verify.ts';
import type { Words } from '../../words/words.ts';
import { drawHref, gameMark } from '../cards.ts';
import { metaOf, notFound, type PageLoader } from '../loader.ts';
import { type DrawRecordFile, recordOf } from './draw-record.ts';
import { proofFact, ruleText } from './proof.ts';

/** Loads `/verify/{drawId}`: the page that repeats one draw in the browser, from the draw's published data. */
export const loadVerify: PageLoader = async (request) => {
  const { words, siteUrl } = request;
  const file = await recordOf(request);
  const record = readDrawRecord(file);
  if (!file || !record) return notFound;
  const { drawId, gameSlug, drawNumber } = file;
  const { gameName } = gameMark({ ...file, iconName: '', colorCode: '' }, words);
  const number = words.count(drawNumber);
  const drawText = words.t('card.draw_number', { number });
  const title = words.t('verify.title', { game: gameName, number });
  const site = siteUrl ?? 'https://{site}';
  const isOver = isPublished(record);
  return {
    status: 200,
    page: {
      kind: 'verify',
      drawId,
      title,
      lead: words.t('verify.lead'),
      gameName,
      gameResultsHref: `${words.langPrefix}/results?game=${file.gameId}`,
      drawText,
      drawHref: isOver ? drawHref(words, gameSlug, drawNumber) : null,
      recordHref: `/verify/${drawId}.json`,
      commands: [`python3 verify.py ${site} ${drawId}`, `node verify.mjs ${site} ${drawId}`],
      siteCommand: `npm run verify -- ${drawId} --site ${site}`,
      check: isOver ? { steps: stepsOf(file, record, words), record } : null,
      coming: isOver ? null : comingOf(file, words),
    } satisfies VerifyPage,
    meta: metaOf(request, {
      title,
      description: words.t('verify.description', { title }),
      canonicalPath: `/verify/${drawId}`,
      // Search engines should not index this page, because the page of the draw has the same facts.
      indexable: false,
    }),
  };
};

function comingOf(file: DrawRecordFile, words: Words): NonNullable<VerifyPage['coming']> {
  return {
    text: words.t('verify.coming.text', { start: words.start(file.drawStartDate) }),
    facts: [
      ...proofFact('draw_id', file.drawId, words),
      ...proofFact('commitment', file.commitment, words),
      ...proofFact('committed_at', file.committedAt, words),
      ...proofFact('opened_at', file.openedAt, words),
      ...proofFact('tickets_root', file.ticketsRoot, words),
      ...proofFact('closed_at', file.closedAt, words),
      ...proofFact('function', file.drawFunction, words),
    ],
  };
}

/** Returns the published data that one step of the verification uses, with labels. */
function factsOf(id: VerifyStepId, file: DrawRecordFile, words: Words): Fact[] {
  const { correction } = file;
  const label = (name: string) => words.t(`verify.data.${name}`);
  switch (id) {
    case 'method':
      return [
        ...proofFact('function', file.drawFunction, words),
        { label: label('rule'), text: ruleText(file.drawParameters, words) },
      ];
    case 'commitment':
      return proofFact('seed', file.seed, words);
    case 'times':
      return [
        ...proofFact('committed_at', file.committedAt, words),
        ...proofFact('opened_at', file.openedAt, words),
        ...proofFact('closed_at', file.closedAt, words),
        ...proofFact('published_at', file.publishedAt, words),
      ];
    case 'root':
      return [
        { label: label('ticket_lines'), text: words.count(file.ticketsTotal) },
        ...proofFact('tickets_root', file.ticketsRoot, words),
      ];
    case 'correction':
      return correction
        ? [
            { label: label('changed_at'), text: words.moment(correction.at) },
            { label: label('reason'), text: correction.reason },
            { label: label('numbers_before'), text: correction.drawnBefore.join(', '), isData: true },
            { label: label('numbers_now'), text: file.drawn.join(', '), isData: true },
          ]
        : [];
    default:
      return [];
  }
}

/**
 * Returns the steps of the verification, which run in the browser. The server also runs them, but only to find the list
 * of steps and the length of each result. The page contains no result that the server has computed.
 */
function stepsOf(file: DrawRecordFile, record: DrawRecord, words: Words): VerifyStepView[] {
  if (!isPublished(record)) return [];
  return [...verifySteps(record)].map(({ id, computed, published }) => ({
    id,
    title: words.t(`verify.step.${id}.title`),
    text: words.t(`verify.step.${id}.text`),
    facts: factsOf(id, file, words),
    message: id === 'stream' ? firstMessage(record) : null,
    published,
    placeholder: computed?.replaceAll(/[^\s,]/g, '·') ?? null,
  }));
}
