import { basename } from 'node:path';
import { test } from '@playwright/test';
import type { Made } from './organizations.ts';
import { demoSignIns, type SignIn, type Started } from './server.ts';

/** The product that the setup of the run has started. */
export type Running = Started & { /** Address that makes organisations. */ readonly maker: string };
/** The running product, as an organisation of its own sees it. */
export type Site = Omit<Started, 'first'> & Made;
export type Demonstration = Started & { readonly demo: readonly SignIn[] };

const running = (): Running => JSON.parse(process.env.SERGAK_E2E!) as Running;

/** A new organisation in the running product, named after the file of the test, with its first sign-in unused. */
export const newOrganization = async (): Promise<Site> => {
  const { maker, ...product } = running();
  const answer = await fetch(`${maker}/${basename(test.info().file, '.spec.ts')}`);
  if (!answer.ok) throw new Error(await answer.text());
  return { ...product, ...((await answer.json()) as Made) };
};

/** The running product with its demo organisation, as soon as that is complete. */
export const demonstration = async (): Promise<Demonstration> => {
  const { maker: _, ...product } = running();
  return { ...product, demo: await demoSignIns(product) };
};
