// The small parts of every screen, each with its class: page, path, body, hint, grid, skeleton.
import type { ComponentProps } from 'react';
import kit from '../kit.module.css';
import styles from './page.module.css';

export function Page(props: ComponentProps<'div'>) {
  return <div {...props} className={styles.page} />;
}

/** The way back, above the title. */
export function Breadcrumb(props: ComponentProps<'nav'>) {
  return <nav aria-label="Breadcrumb" {...props} className={styles.breadcrumb} />;
}

/** What a section holds, with its padding. */
export function SectionBody(props: ComponentProps<'div'>) {
  return <div {...props} className={kit.sectionBody} />;
}

/** Words in the background: what a field is for, why something is missing. */
export function Hint(props: ComponentProps<'p'>) {
  return <p {...props} className={kit.hint} data-part="hint" />;
}

/** Twelve columns; a child's `data-span` is how many it takes. */
export function FormGrid(props: ComponentProps<'div'>) {
  return <div {...props} className={kit.formGrid} />;
}

/** A grey bar where something is on its way. */
export function Skeleton(props: ComponentProps<'span'>) {
  return <span {...props} className={kit.skeleton} data-part="skeleton" />;
}
