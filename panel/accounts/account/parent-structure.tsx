// The parent structure tab: the chain of partners from the top to this account, and what is below.

import { IconBuilding, IconBuildingStore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import { useRecord } from '../../hooks.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { Hint, Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Section } from '../../kit/parts/section.tsx';
import styles from '../accounts.module.css';
import { accountPath, type Kind, listPath } from '../paths.ts';
import { type AccountRecord, useAccount, useViewer } from '../use-account.ts';
import { useAccountId } from './account-frame.tsx';
import { status_badges } from './account-status.ts';

interface ChainLink {
  id: string;
  name: string;
  /** The viewer's own account and those above it are named, not opened. */
  opens: boolean;
}

/** From the top down to the account itself; its parents are answered the nearest first. */
export function chainOf(
  account: Pick<AccountRecord, 'id' | 'name' | 'parent_structure'>,
  own: string,
) {
  const parents = Object.entries(account.parent_structure).reverse();
  const chain = [...parents, [account.id, account.name] as const];
  const viewer_at = chain.findIndex(([id]) => id === own);
  return chain.map(([id, name], at): ChainLink => ({ id, name, opens: at > viewer_at }));
}

interface NodeProps {
  kind: Kind;
  to: string | null;
  name: string;
  current?: boolean;
  note?: ReactNode;
}

function Node({ kind, to, name, current = false, note }: NodeProps) {
  const Icon = kind === 'partner' ? IconBuilding : IconBuildingStore;
  return (
    <li aria-current={current || undefined}>
      <Icon {...icon_16} />
      {to === null ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      {note}
    </li>
  );
}

const shown = 20;

function Below({ area, id }: { area: AccountType; id: string }) {
  const is = { operator: '=', value: id };
  const sort = { field: 'name', direction: 'asc' } as const;
  const lower = useRecord(partners.search, { input: { parent_id: is, sort, limit: shown } });
  const sellers = useRecord(merchants.search, { input: { partner_id: is, sort, limit: shown } });
  const groups = [
    { kind: 'partner', field: 'parent_id', title: 'Partners directly below', found: lower.data },
    {
      kind: 'merchant',
      field: 'partner_id',
      title: 'Merchants directly below',
      found: sellers.data,
    },
  ] as const;
  return groups.map(({ kind, field, title, found }) => (
    <Section
      key={kind}
      title={title}
      aside={found && `${found.total_count}`}
      footer={
        found &&
        found.total_count > shown && (
          <Link to={`${listPath(area, kind)}?${field}=is:${id}`}>Show all</Link>
        )
      }
    >
      {found?.total_count === 0 ? (
        <Hint>None.</Hint>
      ) : (
        <ul className={styles.tree}>
          {(found?.rows ?? []).map((row) => (
            <Node
              key={row.id}
              kind={kind}
              to={accountPath(area, kind, row.id, 'parent_structure')}
              name={row.name}
              note={row.status !== 'active' && <StatusBadge badge={status_badges[row.status]} />}
            />
          ))}
        </ul>
      )}
    </Section>
  ));
}

export function ParentStructure({ area, kind }: { area: AccountType; kind: Kind }) {
  const viewer = useViewer();
  const id = useAccountId(kind);
  const { data, ...of } = useAccount(kind, id);
  if (!data || !viewer) {
    return <RecordMissing noun={kind === 'partner' ? 'Partner' : 'Merchant'} of={of} />;
  }
  const own = area === 'partner' ? viewer.account_type_id : '';
  return (
    <Page>
      <PageTitle title={data.name} />
      <div className={styles.treeScreen}>
        <Section title="Parent accounts">
          <ol className={styles.tree} data-chain>
            {chainOf(data, own).map((link) => {
              const of = link.id === id ? kind : 'partner';
              return (
                <Node
                  key={link.id}
                  kind={of}
                  name={link.name}
                  current={link.id === id}
                  to={
                    link.opens && link.id !== id
                      ? accountPath(area, of, link.id, 'parent_structure')
                      : null
                  }
                  note={link.id === own && <small>your own account</small>}
                />
              );
            })}
          </ol>
        </Section>
        {kind === 'partner' && <Below area={area} id={id} />}
      </div>
    </Page>
  );
}
