// Tabs of a record or a room: screens of their own below one title, whichever screen shows it.
import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router';
import './page-tabs.css';

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

export function PageTabs({ label, tabs, children }: PageTabsProps) {
  const { pathname } = useLocation();
  // Tabs inside tabs: the row of the record stays above that of its part.
  const above = useContext(TabsBelowTitle);
  const isHere = ({ to, here }: PageTab) =>
    pathname === to || (here !== undefined && `${pathname}/`.startsWith(`${here}/`));
  const row = (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={isHere(tab) ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
  return (
    <TabsBelowTitle
      value={
        <>
          {above}
          {row}
        </>
      }
    >
      {children}
    </TabsBelowTitle>
  );
}
