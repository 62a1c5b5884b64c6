const address = /url\(["']?([^"')]+)["']?\)/;

/**
 * Returns CSS rules that embed the page's loaded web fonts, because the captured document cannot load anything. The
 * library html-to-image can embed fonts itself, but needs a `<base>` element for their URLs. The content security
 * policy forbids this element.
 */
export async function embeddedFonts(): Promise<string> {
  const inUse = new Set(
    Array.from(document.fonts)
      .filter(({ status }) => status === 'loaded')
      .map(({ family, weight, unicodeRange }) => keyOf(family, weight, unicodeRange)),
  );
  const rules = Array.from(document.styleSheets).flatMap((sheet) =>
    Array.from(sheet.cssRules)
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .filter(({ style }) => {
        const value = (name: string) => style.getPropertyValue(name);
        return inUse.has(keyOf(value('font-family'), value('font-weight'), value('unicode-range')));
      })
      .map((rule) => embed(rule.cssText, sheet.href ?? location.href)),
  );
  return (await Promise.all(rules)).join('\n');
}

/**
 * Returns a key that is equal for a loaded font face and its CSS rule. Browsers write quotes, spaces and the digits of
 * Unicode ranges in a font face differently from those in a rule.
 */
const keyOf = (family: string, weight: string, range: string): string =>
  `${family.replace(/["']/g, '')}|${weight}|${range.toUpperCase().replace(/\s|(?<=[+-])0+(?=[\dA-F])/g, '')}`;

async function embed(rule: string, base: string): Promise<string> {
  const found = address.exec(rule)?.[1];
  if (!found || found.startsWith('data:')) return rule;
  const response = await fetch(new URL(found, base));
  if (!response.ok) throw new Error(`The font answered ${response.status}`);
  return rule.replace(address, `url("${await dataUrlOf(await response.blob())}")`);
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The font cannot be read')));
    reader.readAsDataURL(blob);
  });
}
