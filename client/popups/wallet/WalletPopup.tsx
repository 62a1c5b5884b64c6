import type { WalletRow } from '../../../shared/domain/wallet-rows.ts';
import { loadSettings } from '../../api/settings.ts';
import type { PopupContext } from '../popup.ts';
import { Amount } from './Amount.tsx';
import { RowLabel } from './RowLabel.tsx';
import { WalletFrame, type WalletProps } from './WalletFrame.tsx';

/** Name of the wallet row that layout 2 shows as a dark card. */
const totalName = 'totalBalance';

/** Popup 4 of spec §2. `pattern.wallet` chooses the layout: '1' is a compact list, '2' a card with groups. */
export async function prepareWallet(context: PopupContext) {
  const settings = await loadSettings();
  const props: WalletProps = { ...context, settings };
  return settings.setup.pattern.wallet === '2' ? <WalletCard {...props} /> : <WalletList {...props} />;
}

/** Layout 1: one line for each balance. The player can unfold a balance to see its parts. */
function WalletList(props: WalletProps) {
  return (
    <WalletFrame {...props} width="default" className="wallet--list" depositPath="/deposit">
      {(rows) => (
        <ul className="wallet__rows">
          {rows.map((row) => (
            <li key={row.name} className={`wallet__row wallet__row--${row.name}`}>
              {row.items.length === 0 ? (
                <RowLine {...props} row={row} />
              ) : (
                <details>
                  <summary className="wallet__line">
                    <LineContent {...props} row={row} />
                  </summary>
                  <Parts {...props} rows={row.items} />
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </WalletFrame>
  );
}

/** Layout 2: the total on a dark card, then one group for each balance. A group contains the balance and its parts. */
function WalletCard(props: WalletProps) {
  return (
    <WalletFrame {...props} width="general" className="wallet--card" depositPath="/deposit">
      {(rows) => (
        <>
          {rows
            .filter(({ name }) => name === totalName)
            .map((row) => (
              <p key={row.name} className="wallet__total">
                <LineContent {...props} row={row} />
              </p>
            ))}
          <ul className="wallet__groups">
            {rows
              .filter(({ name }) => name !== totalName)
              .map((row) => (
                <li key={row.name} className="wallet__group">
                  <RowLine {...props} row={row} />
                  <Parts {...props} rows={row.items} />
                </li>
              ))}
          </ul>
        </>
      )}
    </WalletFrame>
  );
}

function RowLine(props: WalletProps & { row: WalletRow }) {
  return (
    <div className="wallet__line">
      <LineContent {...props} />
    </div>
  );
}

function LineContent({ row, ...props }: WalletProps & { row: WalletRow }) {
  const { name, total, currencyCode } = row;
  return (
    <>
      <RowLabel {...props} name={name} currencyCode={currencyCode} />{' '}
      <Amount t={props.t} settings={props.settings} total={total} currencyCode={currencyCode} />
    </>
  );
}

function Parts({ rows, ...props }: WalletProps & { rows: readonly WalletRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="wallet__parts">
      {rows.map((row) => (
        <li key={row.name}>
          <div className="wallet__line">
            <LineContent {...props} row={row} />
          </div>
          <Parts {...props} rows={row.items} />
        </li>
      ))}
    </ul>
  );
}
