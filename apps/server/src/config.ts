import { domainName } from '@sergak/contract/organizations/organizations.schema.ts';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isTimeZone, USERS_LIMIT_MAX } from '@sergak/contract/organizations/organizations.rules.ts';
import { emailAddress, title } from '@sergak/contract/paging.ts';
import { language, type Language } from '@sergak/contract/session/session.schema.ts';
import { z } from 'zod';
import { readAddress } from './database-address.ts';
import { nearestName } from './nearest-name.ts';

const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/(?<!\/)\/+$/, ''));

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const TITLES: Readonly<Record<Language, string>> = {
  ru: 'Моя организация',
  en: 'My organisation',
  uz: 'Mening tashkilotim',
};
/** Path of LibreOffice in the folders of `PATH`. */
const findSoffice = (path = ''): string | undefined =>
  path
    .split(delimiter)
    .flatMap((folder) => (folder === '' ? [] : [join(folder, 'soffice'), join(folder, 'libreoffice')]))
    .find(isExecutable);

/** The address of the database, in which several servers may be named. An error never shows it: it holds a password. */
const databaseAddress = z.string().superRefine((text, ctx) => {
  try {
    readAddress(text);
  } catch (error) {
    ctx.addIssue((error as Error).message);
  }
});

/** Further variables, which tests, benchmarks, `npm run dev` and `compose.yaml` read. */
const elsewhere = [
  'SERGAK_API',
  'SERGAK_BENCH_CHILD',
  'SERGAK_BENCH_FILLED',
  'SERGAK_DATABASE_PASSWORD',
  'SERGAK_E2E',
  'SERGAK_KEEP_REPORTS',
  'SERGAK_STORAGE_PASSWORD',
  'SERGAK_TESTS',
  'SERGAK_TEST_DATABASE_URL',
  'SERGAK_TEST_LOG',
  'SERGAK_WALK_SEED',
  'SERGAK_WEB_PORT',
];

const environment = z.object({
  SERGAK_ROLE: z.enum(['all', 'web', 'tracking', 'worker']).default('all'),
  SERGAK_DATA: z.string().default('./data'),
  SERGAK_HOST: z.string().default('127.0.0.1'),
  SERGAK_PORT: port.default(4100),
  SERGAK_CONTENT_PORT: port.optional(),
  SERGAK_PHISHING_PORT: port.optional(),
  SERGAK_OPERATIONS_PORT: port.optional(),
  SERGAK_OPERATIONS_HOST: z.string().default('127.0.0.1'),
  SERGAK_PORTAL_URL: url.optional(),
  SERGAK_CONTENT_URL: url.optional(),
  SERGAK_PHISHING_URL: url.optional(),
  SERGAK_CONTENT_WILDCARD: z
    .string()
    .regex(/^https?:\/\/\*(\.[a-z0-9-]+)+(:\d+)?$/)
    .optional(),
  SERGAK_SECRET: z.string().min(32).optional(),
  SERGAK_OLD_SECRET: z.string().min(32).optional(),
  SERGAK_NEW_SECRET: z.stringbool().default(false),
  SERGAK_DEMO: z.stringbool().default(true),
  SERGAK_ADMIN_EMAIL: emailAddress.default('admin@sergak.test'),
  SERGAK_ORGANIZATION: title.optional(),
  SERGAK_LANGUAGE: language.optional(),
  SERGAK_TIME_ZONE: z.string().refine(isTimeZone, 'no time zone such as Asia/Tashkent').optional(),
  SERGAK_SEATS: z.coerce.number().int().min(1).max(USERS_LIMIT_MAX).optional(),
  SERGAK_ALLOWED_HOSTS: z.string().default(''),
  SERGAK_TRUST_PROXY: z.stringbool().default(false),
  SERGAK_SENDER_DOMAINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .toLowerCase()
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(domainName)),
  SERGAK_ALLOW_PRIVATE_SMTP: z.stringbool().default(true),
  SERGAK_LOCAL_HOSTS: z.string().default(''),
  SERGAK_CA_FILE: z.string().optional(),
  SERGAK_LOG: z.enum(['json', 'pretty']).optional(),
  SERGAK_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  SERGAK_NEED_PRIVACY_POLICY: z.stringbool().default(true),
  SERGAK_NEED_AGREEMENT: z.stringbool().default(true),
  DATABASE_URL: databaseAddress.optional(),
  SOFFICE_PATH: z.string().refine(isExecutable, 'no program that can be run').optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export type ProcessRole = 'all' | 'web' | 'tracking' | 'worker';

export type Config = {
  readonly role: ProcessRole;
  readonly dataDir: string;
  readonly host: string;
  /** 0 selects a free port; the selected port is then in `urls` of the running platform. */
  readonly ports: {
    readonly portal: number;
    readonly content: number;
    readonly phishing: number;
    readonly operations: number;
  };
  /** Listening address of health and metrics; by default loopback. */
  readonly operationsHost: string;
  /** Public addresses if they differ from host and port (behind a reverse proxy). */
  readonly publicUrls: { readonly portal?: string; readonly content?: string; readonly phishing?: string };
  /** Address with a `*` for the first label (`https://*.content.example`): each SCORM launch gets a host name of its own. */
  readonly contentWildcard?: string;
  readonly databaseUrl?: string;
  readonly secret?: string;
  /** Secrets that `secret` has replaced, separated by commas; they only read. */
  readonly oldSecret?: string;
  /** The old secret is lost: data encrypted with it is given up, and the current secret is used from now on. */
  readonly newSecret: boolean;
  readonly demo: boolean;
  readonly adminEmail: string;
  /** The first organisation of a new installation. */
  readonly organization: {
    readonly title: string;
    readonly language: Language;
    readonly timeZone: string;
    readonly seats: number;
    /** Its super user is asked for these values, because not all of them were given. */
    readonly isAsked: boolean;
  };
  readonly trustProxy: boolean;
  /** Sender domains for simulations that every organisation may use, in addition to its verified domains. */
  readonly senderDomains: readonly string[];
  /** Further host names, in lower case, by which clients reach the portal and the content origin. */
  readonly allowedHosts: readonly string[];
  /** File with PEM certificates of own authorities that all connections trust as well. */
  readonly caFile?: string;
  readonly allowPrivateSmtp: boolean;
  /** Host names, in lower case, of servers of organisations that may be on this machine. */
  readonly localHosts: readonly string[];
  /** `pretty` is for people; by default it is used if standard output is a terminal. */
  readonly logFormat: 'json' | 'pretty';
  /** Standard output is a terminal: passwords may be printed there, because nothing stores them. */
  readonly hasTerminal: boolean;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly needPrivacyPolicyPage: boolean;
  readonly needAgreementPage: boolean;
  /** Looks for LibreOffice, which converts PPTX, ODP and PPT files, each time: it may be installed while the product runs. */
  readonly findSoffice: () => string | undefined;
  readonly s3?: {
    readonly bucket: string;
    readonly endpoint?: string;
    readonly region: string;
    readonly accessKeyId?: string;
    readonly secretAccessKey?: string;
  };
};

const namesIn = (list: string): string[] =>
  list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Whether a process of this role serves the portal and the content origin. */
export const servesPortal = ({ role }: Pick<Config, 'role'>): boolean => role === 'all' || role === 'web';

/** Every variable that the product or its tools read. */
export const knownVariables: readonly string[] = [...Object.keys(environment.shape), ...elsewhere];
/** Variables that Kubernetes and Docker set for a service named `sergak…`. */
const OF_SERVICE = /_SERVICE_(HOST|PORT)(_\w{1,40})?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;

/** Values that Kubernetes and Docker give to variables such as `SERGAK_PORT` for a service named `sergak`. */
const isOfService = (name: string, value: string | undefined): boolean =>
  name.startsWith('SERGAK_') && /^(tcp|udp|sctp):\/\//.test(value ?? '');

/** Names that nobody reads, with the nearest known one: a misspelt variable would be ignored without a word. */
const misspelt = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env)
    .filter((name) => /^SERGAK_/.test(name) && !knownVariables.includes(name))
    .filter((name) => !OF_SERVICE.test(name) && !isOfService(name, env[name]))
    .map((name) => `${name} is unknown; did you mean ${nearestName(name, knownVariables)}?`);

/** The environment has invalid variables. The message names each of them and needs no stack. */
export class ConfigurationRejected extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((one) => `  ${one}`).join('\n')}`);
    this.name = 'ConfigurationRejected';
  }
}

/** Reads the environment. No other code does. Throws an error that names each invalid variable. */
export const readConfig = (
  env: Record<string, string | undefined> = process.env,
  hasTerminal = process.stdout.isTTY === true,
): Config => {
  // An empty variable is an absent one: compose files pass on what is not set as an empty text.
  const given = Object.entries(env).filter(([name, value]) => value !== '' && !isOfService(name, value));
  const parsed = environment.safeParse(Object.fromEntries(given));
  const faults = misspelt(env);
  for (const issue of parsed.error?.issues ?? []) faults.push(`${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || faults.length > 0) throw new ConfigurationRejected(faults);
  const e = parsed.data;
  const next = (offset: number) => (e.SERGAK_PORT === 0 ? 0 : e.SERGAK_PORT + offset);
  return {
    role: e.SERGAK_ROLE,
    dataDir: e.SERGAK_DATA,
    host: e.SERGAK_HOST,
    ports: {
      portal: e.SERGAK_PORT,
      content: e.SERGAK_CONTENT_PORT ?? next(1),
      phishing: e.SERGAK_PHISHING_PORT ?? next(2),
      operations: e.SERGAK_OPERATIONS_PORT ?? next(3),
    },
    operationsHost: e.SERGAK_OPERATIONS_HOST,
    publicUrls: { portal: e.SERGAK_PORTAL_URL, content: e.SERGAK_CONTENT_URL, phishing: e.SERGAK_PHISHING_URL },
    contentWildcard: e.SERGAK_CONTENT_WILDCARD,
    databaseUrl: e.DATABASE_URL,
    secret: e.SERGAK_SECRET,
    oldSecret: e.SERGAK_OLD_SECRET,
    newSecret: e.SERGAK_NEW_SECRET,
    demo: e.SERGAK_DEMO,
    adminEmail: e.SERGAK_ADMIN_EMAIL,
    organization: {
      title: e.SERGAK_ORGANIZATION ?? TITLES[e.SERGAK_LANGUAGE ?? 'ru'],
      language: e.SERGAK_LANGUAGE ?? 'ru',
      timeZone: e.SERGAK_TIME_ZONE ?? 'Asia/Tashkent',
      seats: e.SERGAK_SEATS ?? 50_000,
      isAsked: [e.SERGAK_ORGANIZATION, e.SERGAK_LANGUAGE, e.SERGAK_TIME_ZONE, e.SERGAK_SEATS].includes(undefined),
    },
    trustProxy: e.SERGAK_TRUST_PROXY,
    senderDomains: e.SERGAK_SENDER_DOMAINS,
    allowedHosts: namesIn(e.SERGAK_ALLOWED_HOSTS),
    caFile: e.SERGAK_CA_FILE,
    allowPrivateSmtp: e.SERGAK_ALLOW_PRIVATE_SMTP,
    localHosts: namesIn(e.SERGAK_LOCAL_HOSTS),
    logFormat: e.SERGAK_LOG ?? (hasTerminal ? 'pretty' : 'json'),
    hasTerminal,
    logLevel: e.SERGAK_LOG_LEVEL,
    needPrivacyPolicyPage: e.SERGAK_NEED_PRIVACY_POLICY,
    needAgreementPage: e.SERGAK_NEED_AGREEMENT,
    findSoffice: () => (e.SOFFICE_PATH === undefined ? findSoffice(env['PATH']) : [e.SOFFICE_PATH].find(isExecutable)),
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          endpoint: e.S3_ENDPOINT,
          region: e.S3_REGION,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
  };
};
