import type { Fact } from '../../../shared/pages/facts.ts';
import { CopyValue } from './CopyValue.tsx';

/** Shows labels with their values. Long values such as hashes can break at any character. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, text, isData, isHash }) => (
        <div className={isHash ? 'facts__row facts__row--hash' : 'facts__row'} key={label}>
          <dt>{label}</dt>
          <dd translate={isData ? 'no' : undefined}>
            {isHash ? <CopyValue label={label} text={text} /> : text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
