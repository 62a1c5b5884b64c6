import type { Manifest } from 'vite';
import type { ClientAssets } from '../shared/pages/document.ts';

/**
 * Fonts that every page needs for its first paint: the Latin letters of the display type in both weights, and the rupee
 * sign.
 */
const firstFonts = /(?:barlow-condensed-latin-(?:600|700)-normal|golden-lotto-signs-700)\.woff2$/;

const address = (file: string): string => `/${file}`;

/**
 * @param manifest content of dist/client/.vite/manifest.json, written by Vite
 * @returns paths from the site's root
 * @throws if the build lacks an entry
 */
export function assetsOf(manifest: Manifest): ClientAssets {
  const start = manifest['client/start.ts'];
  const styles = manifest['client/styles/main.css'];
  const blockStyles = manifest['client/styles/blocks.css'];
  const printStyles = manifest['client/styles/print.css'];
  if (!start || !styles || !blockStyles || !printStyles)
    throw new Error('The client build lacks an entry: run npm run build.');
  const fonts = Object.values(manifest)
    .map(({ src, file }) => (src && firstFonts.test(src) ? file : null))
    .filter((file) => file !== null)
    .sort();
  return {
    start: address(start.file),
    styles: [styles.file, ...(start.css ?? [])].map(address),
    printStyles: address(printStyles.file),
    stylesByKind: Object.fromEntries(
      Object.entries(manifest).flatMap(([source, { file }]) => {
        const kind = /^client\/styles\/kinds\/(\w+)\.css$/.exec(source)?.[1];
        return kind ? [[kind, address(file)]] : [];
      }),
    ),
    blockStyles: address(blockStyles.file),
    fonts: fonts.map(address),
  };
}
