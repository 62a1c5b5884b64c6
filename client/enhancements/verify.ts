import { isPublished, type PublishedRecord, readDrawRecord } from '../../shared/domain/draw-record.ts';
import { type VerifyStep, verdictOf, verifySteps } from '../../shared/domain/verify-draw.ts';

/** The pause between two steps of the repeated draw, so that a visitor can follow them. */
const pauseMs = 150;

const pause = (): Promise<void> =>
  matchMedia('(prefers-reduced-motion: reduce)').matches
    ? Promise.resolve()
    : new Promise((done) => setTimeout(done, pauseMs));

/**
 * Repeats the draw of the page /verify/{drawId} from the record in the document, and shows the result of each step. The
 * check runs once when the page opens, and again for each click on the button.
 */
export function enhanceVerify(check: HTMLElement): void {
  const record = readDrawRecord(JSON.parse(check.nextElementSibling?.textContent ?? 'null'));
  const again = check.querySelector<HTMLButtonElement>('[data-again]');
  if (!record || !isPublished(record)) throw new Error('the page contains no record of a published draw');
  let isRunning = false;
  const start = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await verify(check, record).finally(() => (isRunning = false));
  };
  again?.addEventListener('click', () => void start());
  void start();
}

async function verify(check: HTMLElement, record: PublishedRecord): Promise<void> {
  for (const element of check.querySelectorAll<HTMLElement>('[data-step]'))
    showStatus(element, 'waiting', check);
  showVerdict(check, 'waiting', check.dataset['running'] ?? '');
  const steps: VerifyStep[] = [];
  for (const step of verifySteps(record)) {
    await pause();
    steps.push(step);
    showStep(check, step);
  }
  const verdict = verdictOf(steps);
  const failed = steps.find(({ status }) => status === 'failed' || status === 'skipped');
  const title = failed && stepOf(check, failed)?.querySelector('h3')?.textContent;
  const text = check.dataset[verdict] ?? '';
  showVerdict(check, verdict === 'failed' ? 'differs' : 'agrees', text.replace('{step}', title ?? ''));
}

const stepOf = (check: HTMLElement, { id }: VerifyStep): HTMLElement | null =>
  check.querySelector(`[data-step="${id}"]`);

function showStep(check: HTMLElement, step: VerifyStep): void {
  const element = stepOf(check, step);
  if (!element) return;
  showStatus(element, step.status, check);
  const computed = element.querySelector('[data-computed]');
  if (computed && step.computed !== null) computed.textContent = step.computed;
}

function showStatus(
  element: HTMLElement,
  status: VerifyStep['status'] | 'waiting',
  { dataset }: HTMLElement,
): void {
  element.dataset['status'] = status;
  const label = element.querySelector('.verify-step__status');
  const texts = {
    waiting: dataset['stepWaiting'],
    passed: dataset['stepPassed'],
    failed: dataset['stepFailed'],
    unproven: dataset['stepUnproven'],
    skipped: dataset['stepSkipped'],
  };
  if (label) label.textContent = texts[status] ?? '';
}

function showVerdict(check: HTMLElement, mark: 'waiting' | 'agrees' | 'differs', text: string): void {
  const verdict = check.querySelector<HTMLElement>('.verdict');
  if (!verdict) return;
  verdict.dataset['verdict'] = mark;
  verdict.textContent = text;
}
