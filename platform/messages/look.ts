/**
 * Colours of the theme Red Steel, as in client/styles/tokens.css. Mail programs know no custom properties, so mails
 * contain the values themselves. A test compares both files.
 */
export const colours = {
  'steel-950': '#0d1015',
  'steel-900': '#14181f',
  'steel-800': '#1d232c',
  'steel-700': '#2b333f',
  'steel-500': '#5b6675',
  'steel-300': '#a9b2bf',
  'steel-200': '#d4d9e0',
  'steel-100': '#eceff3',
  'steel-50': '#f6f7f9',
  white: '#fff',
  'red-600': '#c8152a',
  'gold-300': '#ffe29a',
  'gold-400': '#f8c84b',
  'gold-500': '#e5a91c',
} as const;

/**
 * Lists of fonts. A font name of two words is quoted with apostrophes, because the lists are part of HTML attributes.
 */
export const fonts = {
  body: "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Noto Sans Devanagari',Arial,sans-serif",
  display: "'Barlow Condensed','Arial Narrow','Helvetica Neue','Noto Sans Devanagari',Arial,sans-serif",
  code: "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace",
} as const;

/**
 * Colours of the dark theme, used in a media query. Each class replaces the colours of an inline style. Mail programs
 * without media queries show the inline styles, which contain the light theme.
 */
export const darkStyles = `
.ground{background:${colours['steel-950']}!important}
.card{background:${colours['steel-800']}!important}
.text{color:${colours['steel-100']}!important}
.quiet{color:${colours['steel-300']}!important}
.code{background:${colours['steel-900']}!important;border-color:${colours['steel-700']}!important;color:${colours.white}!important}
.link{color:${colours.white}!important}`;
