import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Config } from '../config.ts';
import type { Database, Scope, Tx } from './db.ts';
import type { ByteRange, FileStore } from './files.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets.ts';

/** Shared services of the server, created once by {@link createPlatform}. */
export type Platform = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly metrics: Metrics;
  /** Public addresses of the three origins, without a trailing slash. Links are built from these, never from a header. */
  readonly urls: { portal: string; content: string; phishing: string };
  /** SMTP port of the built-in mailbox on this machine, while it runs. */
  readonly mailbox: { port: number | null };
};

export type Viewer = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly permissions: ReadonlySet<Permission>;
  /** The organisation the viewer belongs to; `scope` is the organisation the viewer acts in. */
  readonly homeOrganizationId: string;
  readonly scope: Scope;
  readonly language: Language;
  readonly timeZone: string;
};

/** Facts of the request that handlers may use. */
export type RequestFacts = { readonly id: string; readonly address: string; readonly userAgent: string };

/** A file of a multipart request, on the disk of this machine; deleted after the request. */
export type Upload = { readonly path: string; readonly name: string; readonly type: string; readonly size: number };

export type Ctx = {
  readonly tx: Tx;
  readonly viewer: Viewer;
  /** Digest of the session token: identifies the session to keep when the others are ended. */
  readonly tokenHash: Buffer;
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly uploads: Readonly<Record<string, Upload>>;
};

/**
 * Context of a call that waits for a network: the call opens short transactions itself, so that no transaction is
 * open while it waits. A call that is logged ends with {@link OwnCtx.finish}; nothing is written after that.
 */
export type OwnCtx = Omit<Ctx, 'tx'> & {
  run<T>(mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the last transaction: the writes of `work` and the audit entry are committed together. */
  finish<T>(work: (tx: Tx) => Promise<Logged<T>>): Promise<Finished<T>>;
};
declare const finished: unique symbol;
/** Made only by {@link OwnCtx.finish}: the answer of a call whose audit entry is written. */
export type Finished<T> = { readonly [finished]: T };

/** A session found by its token, at any step of sign-in. */
export type SessionState = {
  readonly tokenHash: Buffer;
  readonly viewer: Viewer;
  readonly step: 'ready' | 'two_factor' | 'enrolment' | 'consent';
};

/** Context of calls without a complete session. They open their own transactions. */
export type OpenCtx = {
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly session: SessionState | null;
  /** Sets or clears the session cookie of the answer. */
  readonly cookie: { set(token: string): void; clear(): void };
};

/**
 * Result of a write with an audit entry: the answer plus the entry. The executor adds the actor, the time and the
 * origin. The entry names the kind, id and title of the target, changed fields as `[before, after]`, and counts as
 * details.
 */
export class Logged<T> {
  readonly output: T;
  readonly entry: AuditEntry;
  constructor(output: T, entry: AuditEntry) {
    this.output = output;
    this.entry = entry;
  }
}

/** Answer of a `file` endpoint. */
export type FileAnswer = {
  readonly stream: NodeJS.ReadableStream;
  /** Opens a part of the file, if `size` is known: the answer then serves `Range` requests. */
  readonly openPart?: (range: ByteRange) => Promise<NodeJS.ReadableStream>;
  readonly name: string;
  readonly type: string;
  readonly size?: number;
  /** Displayed in the page (pictures) if true, else saved by the browser. */
  readonly inline: boolean;
  readonly cacheSeconds?: number;
};

/** Payload of a signed link to the content origin. `kind` selects the page; the other fields belong to that page. */
export type PreviewPayload = { readonly kind: string; readonly organization_id: string } & Readonly<
  Record<string, unknown>
>;
export type PreviewPage = (platform: Platform, payload: PreviewPayload) => Promise<Preview | null>;
/** A page and its extra rights: pictures from further origins, links that open a new tab. */
export type Preview = {
  readonly html: string;
  readonly images?: readonly string[];
  readonly popups?: boolean;
  /** Foreign texts load no file at all: `embedded` shows the pictures inside of the text, `nothing` not even those. */
  readonly loads?: 'embedded' | 'nothing';
};
