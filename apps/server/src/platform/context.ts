import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Config } from '../config.ts';
import type { Database, Scope, Tx } from './db.ts';
import type { FileStore } from './files.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets.ts';

/** What every part of the server needs and nobody makes for himself. */
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
  /** The organisation the viewer belongs to; `scope` is the one acted in. */
  readonly homeOrganizationId: string;
  readonly scope: Scope;
  readonly language: Language;
  readonly timeZone: string;
};

/** Facts of the request that handlers may use. */
export type RequestFacts = { readonly id: string; readonly address: string; readonly userAgent: string };

/** A file that came with a multipart request, already on the disk of this machine; removed after the request. */
export type Upload = { readonly path: string; readonly name: string; readonly type: string; readonly size: number };

export type Ctx = {
  readonly tx: Tx;
  readonly viewer: Viewer;
  /** Digest of the session's token: the one to keep when the others end. */
  readonly tokenHash: Buffer;
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly uploads: Readonly<Record<string, Upload>>;
};

/**
 * Context of a call that waits for a network: it opens short transactions itself, so that none is held meanwhile.
 * A call that is logged ends with {@link OwnCtx.finish}; nothing is written after that.
 */
export type OwnCtx = Omit<Ctx, 'tx'> & {
  run<T>(mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last transaction: what `work` writes and the line of the action log go in together. */
  finish<T>(work: (tx: Tx) => Promise<Logged<T>>): Promise<Finished<T>>;
};
declare const finished: unique symbol;
/** What only {@link OwnCtx.finish} makes: the answer of a call whose line stands in the action log. */
export type Finished<T> = { readonly [finished]: T };

/** A session as it was found by its token, whatever step it stands at. */
export type SessionState = {
  readonly tokenHash: Buffer;
  readonly viewer: Viewer;
  readonly step: 'ready' | 'two_factor' | 'consent';
};

/** Context of calls without a complete session: they open their own transactions. */
export type OpenCtx = {
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly session: SessionState | null;
  /** Sets or clears the session cookie of the answer. */
  readonly cookie: { set(token: string): void; clear(): void };
};

/**
 * What a logged write returns: its answer plus its entry for the action log. The executor adds who acted, when and from
 * where. The entry names the kind, id and title of the target, changed fields as `[before, after]`, and counts as details.
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
  readonly name: string;
  readonly type: string;
  readonly size?: number;
  /** Shown in the page (pictures) or saved by the browser. */
  readonly inline: boolean;
  readonly cacheSeconds?: number;
};

/** What a signed link to the content origin may show. `kind` picks the page; the rest is its own business. */
export type PreviewPayload = { readonly kind: string; readonly organization_id: string } & Readonly<
  Record<string, unknown>
>;
export type PreviewPage = (platform: Platform, payload: PreviewPayload) => Promise<Preview | null>;
/** A page, and what it may do beyond standing there: pictures from further origins, links that open a new tab. */
export type Preview = { readonly html: string; readonly images?: readonly string[]; readonly popups?: boolean };
