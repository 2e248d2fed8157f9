// Tabs of a record or a room: screens of their own below one title, whichever screen shows it.
import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './page.module.css';
import pageTabsStyles from './page-tabs.module.css';
import { useCurrentInRow } from './use-current-in-row.ts';

export interface PageTab {
  label: string;
  /** Absolute path of the tab's screen. */
  to: string;
  /** Screens at or below this path belong to the tab; without it the screen of `to` alone. */
  here?: string;
}

/** What the title of the screen inside puts below itself. */
export const TabsBelowTitle = createContext<ReactNode>(null);

interface PageTabsProps {
  /** What the tabs are of, for readers of the screen. */
  label: string;
  tabs: readonly PageTab[];
  children: ReactNode;
}

function TabRow({ label, tabs }: Omit<PageTabsProps, 'children'>) {
  const { pathname } = useLocation();
  const row = useCurrentInRow<HTMLElement>('[aria-current]', pathname);
  const isHere = ({ to, here }: PageTab) =>
    pathname === to || (here !== undefined && `${pathname}/`.startsWith(`${here}/`));
  return (
    <nav ref={row} className={`${styles.tabRow} ${pageTabsStyles.pageTabs}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={isHere(tab) ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

export function PageTabs({ label, tabs, children }: PageTabsProps) {
  // Tabs inside tabs: the row of the record stays above that of its part.
  const above = useContext(TabsBelowTitle);
  return (
    <TabsBelowTitle
      value={
        <>
          {above}
          <TabRow label={label} tabs={tabs} />
        </>
      }
    >
      {children}
    </TabsBelowTitle>
  );
}
