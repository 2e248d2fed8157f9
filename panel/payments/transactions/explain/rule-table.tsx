// Rules of one phase in the order they ran, also those that did not match (visual 5.2).
import type { StoredVerdict } from '../../../../contract/payments/transactions/explanation.ts';
import styles from './explain.module.css';
import { ruleLabel } from './rule-labels.ts';
import { hasMatched, matchText, resultText, valueText } from './rule-text.ts';

interface RuleTableProps {
  label: string;
  rules: readonly StoredVerdict[];
  currency: string;
}

export function RuleTable({ label, rules, currency }: RuleTableProps) {
  const has_setter = rules.some(({ set_by }) => set_by !== '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keys too
    <section className={styles.ruleScroll} tabIndex={0} aria-label={label}>
      <table className={styles.checks}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {has_setter && <th scope="col">Set by</th>}
            <th scope="col">Value</th>
            <th scope="col">Condition</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: kept verdicts never move
            <tr key={`${one.rule} ${index}`} data-fired={hasMatched(one) || undefined}>
              <th scope="row">{ruleLabel(one.rule)}</th>
              {has_setter && <td>{one.set_by}</td>}
              <td>{valueText(one.rule, one.value, currency)}</td>
              <td>{matchText(one, currency)}</td>
              <td>{resultText(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
