// The way back above a title: the menu's entry, what the page is part of, and the page itself.
import { IconChevronRight } from '@tabler/icons-react';
import { createContext, Fragment, useContext } from 'react';
import { Link } from 'react-router';
import { icon_14 } from '../icon.ts';
import type { MenuEntry } from '../menu-entry.ts';
import { Breadcrumb } from './page-parts.tsx';

export interface Crumb {
  to: string;
  label: string;
}

/** The list or room that the page belongs to; the frame of an area says it. */
export const EntryAbove = createContext<Crumb | null>(null);
/** What the pages inside are part of, below their entry of the menu: a merchant, for its tabs. */
export const PartOf = createContext<Crumb | null>(null);

/** What a route and the area around it say of a page's place. */
interface PlaceHandle {
  menu?: readonly MenuEntry[];
  /** Of a page that no entry of the menu leads to. */
  above?: Crumb;
}

/** Null for a page that is itself an entry of the menu. */
export function entryAbove(handles: readonly unknown[], pathname: string): Crumb | null {
  const places = handles as readonly (PlaceHandle | undefined)[];
  const above = places.findLast((place) => place?.above)?.above;
  if (above) return above;
  const menu = places.find((place) => place?.menu)?.menu ?? [];
  if (menu.some(({ to }) => to === pathname)) return null;
  return menu.find(({ covers }) => covers?.test(pathname)) ?? null;
}

/** Nothing on a page of the menu itself. */
export function Crumbs({ title }: { title: string }) {
  const entry = useContext(EntryAbove);
  const part = useContext(PartOf);
  if (entry === null || entry.label === title) return null;
  const above = part && part.label !== title ? [entry, part] : [entry];
  return (
    <Breadcrumb>
      {above.map(({ to, label }) => (
        <Fragment key={to}>
          <Link to={to}>{label}</Link>
          <IconChevronRight {...icon_14} />
        </Fragment>
      ))}
      <span aria-current="page">{title}</span>
    </Breadcrumb>
  );
}
