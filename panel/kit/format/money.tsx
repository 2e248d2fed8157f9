// An amount as people read it; with the code where several currencies could be meant (visual 7).
import { formatMoney } from '../../../contract/money.ts';
import styles from './format.module.css';

interface MoneyProps {
  /** Minor units. */
  amount: number;
  currency: string;
  with_code?: boolean;
}

export function Money({ amount, currency, with_code = false }: MoneyProps) {
  const text = formatMoney(amount, currency);
  return (
    <span className={styles.money}>{with_code ? `${text} ${currency.toUpperCase()}` : text}</span>
  );
}
