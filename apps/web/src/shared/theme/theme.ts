import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { buttonRoot } from './button-root.ts';
import { funnelVariables } from './funnel.ts';
import { parseHex, rampOf } from './ramp.ts';

const tuple = (seed: string): MantineColorsTuple => rampOf(seed) as MantineColorsTuple;
/** Cool greys; the darkest three are the backgrounds of the dark theme. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f1f3f6',
  '#e6e9ee',
  '#d5dae2',
  '#b6bdc9',
  '#8a93a2',
  '#616b7b',
  '#495263',
  '#2f3745',
  '#1b212c',
];
const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c3c9d3',
  '#9aa3b2',
  '#6d7686',
  '#3c4452',
  '#2a303b',
  '#20252e',
  '#191d24',
  '#111419',
  '#0b0d11',
];

const surface = { content: { background: 'var(--card)' }, header: { background: 'var(--card)' } };
/** The kit's theme for an organisation's brand colour. */
export const makeTheme = (primary: string): MantineThemeOverride =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: {
      brand: tuple(primary),
      red: tuple('#e5484d'),
      yellow: tuple('#e2a336'),
      green: tuple('#30a46c'),
      gray,
      dark,
    },
    black: '#171c24',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, monospace",
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '26px', lineHeight: '1.25' },
        h2: { fontSize: '18px', lineHeight: '1.35' },
        h3: { fontSize: '16px', lineHeight: '1.4' },
        h4: { fontSize: '14px', lineHeight: '1.45' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    // Plain objects, not `Component.extend`: an import of a component here would add it to every first load.
    components: {
      Button: { defaultProps: { size: 'sm', renderRoot: buttonRoot }, styles: { label: { fontWeight: 550 } } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36, renderRoot: buttonRoot } },
      Input: { defaultProps: { size: 'sm' } },
      InputWrapper: {
        styles: { label: { fontWeight: 550, marginBottom: 6 }, description: { fontSize: 12 }, error: { fontSize: 12 } },
      },
      Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
      Checkbox: { defaultProps: { size: 'sm', radius: 5 } },
      Switch: { defaultProps: { size: 'sm' } },
      SegmentedControl: { defaultProps: { size: 'sm' } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          padding: 'lg',
          transitionProps: { duration: 150, transition: 'fade' }, // a button that travels loses the click
          overlayProps: { backgroundOpacity: 0.35 },
        },
        styles: { ...surface, title: { fontSize: 18, fontWeight: 650 } },
      },
      // The header of a dialog is not a banner of the page.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      Drawer: {
        defaultProps: {
          position: 'right',
          padding: 'lg',
          transitionProps: { duration: 180, transition: 'fade' },
          overlayProps: { backgroundOpacity: 0.35 },
        },
        styles: { ...surface, title: { fontSize: 18, fontWeight: 650 } },
      },
    },
  });

/** A colour between the two palest shades: visible on white, and dark text keeps its contrast. */
const soft = (ramp: MantineColorsTuple): string => `color-mix(in oklab, ${ramp[0]}, ${ramp[1]} 60%)`;

/** Soft buttons and surfaces of the kit in the dark theme: the kit's backgrounds are darker than the card behind them. */
const softInDark = (name: string, ramp: MantineColorsTuple): Record<string, string> => ({
  [`--mantine-color-${name}-light`]: `color-mix(in oklab, ${ramp[6]} 24%, #181c22)`,
  [`--mantine-color-${name}-light-hover`]: `color-mix(in oklab, ${ramp[6]} 36%, #181c22)`,
  [`--mantine-color-${name}-light-color`]: ramp[2],
});

/** Our own variables for colours that the kit does not name: backgrounds, lines, quiet text, risk colours. */
export const cssVariables =
  (accent: string): CSSVariablesResolver =>
  (theme) => {
    const c = theme.colors as Record<string, MantineColorsTuple>;
    const accentHex = parseHex(accent) === null ? '#A259FF' : accent;
    return {
      variables: { '--accent': accentHex, '--control': '36px' },
      light: {
        ...funnelVariables('light'),
        '--ground': '#f4f6f8',
        '--card': '#ffffff',
        '--line': '#e5e8ed',
        '--line-strong': '#d3d8e0',
        '--quiet': '#5b6575',
        '--hover': '#f4f6f8',
        '--brand-text': c['brand']![7]!,
        '--brand-soft': soft(c['brand']!),
        '--brand-soft-text': c['brand']![8]!,
        '--red-text': c['red']![7]!,
        '--red-soft': soft(c['red']!),
        '--red-fill': c['red']![5]!,
        '--yellow-text': c['yellow']![7]!,
        '--yellow-soft': soft(c['yellow']!),
        '--yellow-fill': '#e8a53a',
        '--green-text': c['green']![7]!,
        '--green-soft': soft(c['green']!),
        '--green-fill': c['green']![5]!,
        '--accent-text': rampOf(accentHex)[7],
        '--accent-soft': rampOf(accentHex)[0],
        '--mantine-color-dimmed': '#5b6575',
        '--mantine-color-placeholder': '#6b7584',
        '--mantine-color-error': c['red']![7]!,
        '--mantine-color-default-border': '#d3d8e0',
      },
      dark: {
        ...softInDark('brand', c['brand']!),
        ...softInDark('red', c['red']!),
        ...funnelVariables('dark'),
        '--ground': '#101317',
        '--card': '#181c22',
        '--line': '#272c35',
        '--line-strong': '#363d49',
        '--quiet': '#9aa4b4',
        '--hover': '#1f242c',
        '--brand-text': c['brand']![3]!,
        '--brand-soft': `color-mix(in oklab, ${c['brand']![6]} 24%, #181c22)`,
        '--brand-soft-text': c['brand']![2]!,
        '--red-text': c['red']![3]!,
        '--red-soft': `color-mix(in oklab, ${c['red']![6]} 22%, #181c22)`,
        '--red-fill': c['red']![5]!,
        '--yellow-text': c['yellow']![3]!,
        '--yellow-soft': `color-mix(in oklab, ${c['yellow']![6]} 26%, #181c22)`,
        '--yellow-fill': '#d99a35',
        '--green-text': c['green']![3]!,
        '--green-soft': `color-mix(in oklab, ${c['green']![6]} 24%, #181c22)`,
        '--green-fill': c['green']![5]!,
        '--accent-text': rampOf(accentHex)[3],
        '--accent-soft': `color-mix(in oklab, ${accentHex} 20%, #181c22)`,
        '--mantine-color-body': '#101317',
        '--mantine-color-default': '#1c2129',
        '--mantine-color-default-hover': '#242a34',
        '--mantine-color-default-border': '#363d49',
        '--mantine-color-dimmed': '#9aa4b4',
        '--mantine-color-placeholder': '#8791a1',
        '--mantine-color-error': c['red']![3]!,
      },
    };
  };
