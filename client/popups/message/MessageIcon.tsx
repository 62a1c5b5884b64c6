/** The icon types of spec §4. */
export type IconName = 'success' | 'session' | 'warning' | 'network' | 'danger' | 'kyc-pending';

const paths: Record<IconName, string> = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  session: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  network: 'M4 9.5a12 12 0 0 1 16 0M7 13a7.5 7.5 0 0 1 10 0M10 16.5a3 3 0 0 1 4 0M4 4l16 16',
  danger: 'm8 8 8 8m0-8-8 8',
  warning: 'M12 6.5v7m0 3.5v.5',
  'kyc-pending':
    'M3 5.5h18v13H3zM8.5 10.7a1.7 1.7 0 1 0 0-.1M5.5 15.5c.5-2 1.5-2.7 3-2.7s2.5.7 3 2.7M14.5 10H18M14.5 14H18',
};

export function MessageIcon({ name }: { name: IconName }) {
  return (
    <svg className={`message__icon message__icon--${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
