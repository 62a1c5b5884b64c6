/** Stylesheets that client modules import. TypeScript needs these declarations, because only Vite reads the files. */
declare module '*.css';
declare module '*.css?inline' {
  const text: string;
  export default text;
}
