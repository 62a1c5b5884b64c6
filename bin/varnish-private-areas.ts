import { privateAreas } from '../shared/resources.ts';

const line = /if \(req\.url ~ "\(\?i\)\^\/\(\?:\[a-z\]\{2\}\/\)\?\(\?:[^)]*\)\(\?:\[\/\?;\]\|\$\)"\) \{/;

/**
 * Returns the Varnish rules with the private areas of shared/resources.ts and the paths of the health checks.
 * @throws if the rules lack the condition that lists these paths
 */
export function withPrivateAreas(rules: string): string {
  if (!line.test(rules)) throw new Error('docker/varnish.vcl has no list of private areas');
  const names = [...privateAreas, 'healthz', 'readyz'].join('|');
  return rules.replace(line, () => `if (req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:${names})(?:[/?;]|$)") {`);
}
