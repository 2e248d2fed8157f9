// Parts of a whole in a section: one stacked bar, and each part with its value in a list below.
import { Link } from 'react-router';
import { Section } from '../parts/section.tsx';
import styles from './chart.module.css';
import { colourOf, percentText, type Share } from './chart-data.ts';
import { useDrawing } from './use-drawing.ts';

interface SharesSectionProps {
  title: string;
  shares: readonly Share[];
  /** Said where there are none. */
  nothing: string;
}

function ShareRow({ share, colour, whole }: { share: Share; colour: number; whole: number }) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.swatch} data-colour={colour} aria-hidden="true" />
        <span className={styles.shareLabel}>{share.label}</span>{' '}
        {share.note && <small>{share.note}</small>}
      </th>
      <td data-numeric>{percentText(share.value, whole)}</td>
      <td data-numeric>{share.to ? <Link to={share.to}>{share.text}</Link> : share.text}</td>
    </tr>
  );
}

export function SharesSection({ title, shares, nothing }: SharesSectionProps) {
  const drawing = useDrawing();
  const whole = shares.reduce((total, { value }) => total + value, 0);
  return (
    <Section title={title}>
      {shares.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        <>
          {drawing ? <drawing.ShareBar shares={shares} /> : <div className={styles.shareBar} />}
          <table className={styles.shares}>
            <caption className={styles.caption}>{title}</caption>
            <tbody>
              {shares.map((share, at) => (
                <ShareRow key={share.key} share={share} colour={colourOf(at)} whole={whole} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  );
}
