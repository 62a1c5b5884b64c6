import { privateAreas, type Resource, resourceEntries } from '../shared/resources.ts';

const line = /if \(req\.url ~ "\(\?i\)\^\/\(\?:\[a-z\]\{2\}\/\)\?\(\?:[^)]*\)\(\?:\[\/\?;\]\|\$\)"\) \{/;

/**
 * Returns the Varnish rules with the private areas of shared/resources.ts and the paths of the health checks.
 * @throws if the rules lack the condition that lists these paths
 */
function withPrivateAreas(rules: string): string {
  if (!line.test(rules)) throw new Error('docker/varnish.vcl has no list of private areas');
  const names = [...privateAreas, 'healthz', 'readyz'].join('|');
  return rules.replace(line, () => `if (req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:${names})(?:[/?;]|$)") {`);
}

/**
 * Returns rules that keep a parameter of the URL. They copy only its first value, because the site reads no other
 * value. They also copy an empty value, which a later rule of `withParameters` removes.
 */
function keepParameter(name: string): string[] {
  return [
    `        if (req.url ~ "[?&]${name}=") {`,
    `            set req.http.X-Query = req.http.X-Query + "&${name}=" + regsub(req.url, "^[^?]*\\?(?:[^&]*&)*?${name}(?:=([^&]*))?(?:&.*)?$", "\\1");`,
    '        }',
  ];
}

/** Returns rules that keep the declared parameters in the URLs of one page, in any language. */
function keepParameters({ path, query }: Resource): string[] {
  const pattern = path.slice(1).replaceAll(/:[a-zA-Z]+/g, '[^/?]+');
  const condition = `    if (req.url ~ "^/+(?:[a-z]{2}/+)*${pattern}/*\\?") {`;
  return [condition, ...Object.keys(query).flatMap(keepParameter), '    }'];
}

const block = /(\nsub keep_named_parameters \{\n).*?(\n\}\n)/s;

/**
 * Returns the Varnish rules with the query parameters that shared/resources.ts names.
 * @throws if the rules lack the subroutine `keep_named_parameters`
 */
function withParameters(rules: string): string {
  if (!block.test(rules)) throw new Error('docker/varnish.vcl has no sub keep_named_parameters');
  const pages = resourceEntries.filter(([, { kept, query }]) => kept && Object.keys(query).length > 0);
  const lines = [
    '    set req.http.X-Query = "";',
    ...pages.flatMap(([, page]) => keepParameters(page)),
    '    set req.http.X-Query = regsuball(req.http.X-Query, "&[A-Za-z]+=(?=&|$)", "");',
    '    set req.url = regsub(req.url, "\\?.*$", "") + regsub(req.http.X-Query, "^&", "?");',
    '    unset req.http.X-Query;',
  ];
  return rules.replace(block, (_all, head: string, tail: string) => head + lines.join('\n') + tail);
}

/**
 * Returns docker/varnish.vcl with the parts that are generated from shared/resources.ts.
 * @throws if the rules lack one of these parts
 */
export function withResources(rules: string): string {
  return withParameters(withPrivateAreas(rules));
}
