export function SymbolPicture({ symbol, alt }: { symbol: string; alt: string }) {
  return <img src={`/symbols/${symbol}.svg`} width="40" height="40" alt={alt} />;
}
