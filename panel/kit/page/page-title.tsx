// The title of a screen with its actions at the right, rare to frequent.
import { type ReactNode, useContext, useEffect } from 'react';
import { windowTitle } from '../../brand.ts';
import { Crumbs } from './crumbs.tsx';
import styles from './page.module.css';
import { Page } from './page-parts.tsx';
import { TabsBelowTitle } from './page-tabs.tsx';

interface PageTitleProps {
  title: string;
  /** A few words beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** The page has a way back of its own above. */
  no_crumbs?: boolean;
}

export function PageTitle({ title, note, actions, no_crumbs = false }: PageTitleProps) {
  useDocumentTitle(title);
  const tabs = useContext(TabsBelowTitle);
  return (
    <>
      {!no_crumbs && <Crumbs title={title} />}
      <div className={styles.pageTitle} data-part="page-title">
        <h1>{title}</h1>
        {note && <span className={styles.pageNote}>{note}</span>}
        {actions && (
          <div className={styles.pageActions} data-part="page-actions">
            {actions}
          </div>
        )}
      </div>
      {tabs}
    </>
  );
}

/** A page whose content is still to come, or did not come: its title stands at once. */
export function TitlePage({ title }: { title: string }) {
  return (
    <Page>
      <PageTitle title={title} />
    </Page>
  );
}

/** The window's title while a screen is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = windowTitle(title);
  }, [title]);
}
