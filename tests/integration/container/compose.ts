import { parse } from 'yaml';
import { z } from 'zod';
import { read } from './assemble.ts';

/** The schema allows only the keys that this project's docker-compose.yml uses, so that a misspelt key is an error. */
const Service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  restart: z.string(),
  init: z.boolean(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  stop_grace_period: z.string().regex(/^\d+s$/),
  tmpfs: z.array(z.string()),
  shm_size: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
  ports: z.array(z.string()).default([]),
  networks: z.union([
    z
      .array(z.string())
      .transform(
        (names): Record<string, { ipv4_address?: string | undefined }> =>
          Object.fromEntries(names.map((name) => [name, {}])),
      ),
    z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4().optional() })),
  ]),
  extra_hosts: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string().optional(),
    })
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
    .default({}),
  deploy: z.strictObject({
    resources: z.strictObject({
      limits: z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.number() }),
    }),
  }),
});
export type Service = z.infer<typeof Service>;

const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(
    z.string(),
    z.strictObject({
      internal: z.boolean().optional(),
      ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
});
export type Compose = z.infer<typeof Compose>;

const text = read('docker-compose.yml');
const variable = /\$\{(\w+)(?::([?-])([^}]*))?\}/g;

/** The environment variables that docker-compose.yml uses, and whether each variable is required. */
export const variables: ReadonlyMap<string, 'required' | 'optional'> = new Map(
  [...text.matchAll(variable)].map(([, name = '', sign]) => [name, sign === '?' ? 'required' : 'optional']),
);

const fill = (node: unknown, env: Record<string, string>): unknown => {
  if (typeof node === 'string')
    return node.replaceAll(variable, (_all, name: string, sign?: string, word = '') => {
      const value = env[name];
      if (value) return value;
      if (sign === '?') throw new Error(`${name}: ${word}`);
      return word;
    });
  if (Array.isArray(node)) return node.map((item) => fill(item, env));
  if (typeof node === 'object' && node !== null)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, env)]));
  return node;
};

/**
 * Reads docker-compose.yml with the given environment variables.
 * @throws an error that names a missing required variable
 */
export const readCompose = (env: Record<string, string>): Compose =>
  Compose.parse(fill(parse(text, { merge: true }), env));

/** Reads lines of the form `NAME=value`. */
export const readEnvFile = (file: string): Record<string, string> =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Returns the variables of .env.example with valid values, as an operator would fill in the file. */
export const filledIn = (): Record<string, string> => {
  // Without a bucket, the platform stores documents in its volume and needs no key for them.
  const secrets = Object.keys(readEnvFile('.env.example')).filter(
    (name) => /KEY|HASH|TOKEN|PASSWORD/.test(name) && !name.startsWith('DOCUMENTS_'),
  );
  return {
    ...readEnvFile('.env.example'),
    SITE_URL: 'https://lotto.example',
    ...Object.fromEntries(secrets.map((name, n) => [name, `${n}a`.repeat(32).slice(0, 64)])),
  };
};
