/** Stylesheets that chunks of the client import. Only Vite reads them. */
declare module '*.css';
declare module '*.css?inline' {
  const text: string;
  export default text;
}
