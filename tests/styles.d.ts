/** Stylesheets that chunks of the client import. Only Vite reads them. */
declare module '*.css';
