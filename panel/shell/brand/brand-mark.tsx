// The mark of the brand: its image, its first letter, or our own pipe that narrows to a gate.
import { brand, own_name } from '../../brand.ts';
import { useStore } from '../../store.ts';
import styles from './brand-mark.module.css';

export function BrandMark() {
  const { brand_name, logo_url } = useStore(brand);
  if (logo_url !== '') return <img className={styles.brandLogo} src={logo_url} alt="" />;
  return (
    <svg className={styles.brandMark} viewBox="0 0 22 22" aria-hidden="true">
      <title>Mark</title>
      <rect width="22" height="22" rx="6" fill="currentColor" />
      {brand_name === own_name ? <Gate /> : <Letter name={brand_name} />}
    </svg>
  );
}

function Gate() {
  return (
    <>
      <path
        d="M4 6.4c3.6 0 3.8 3.2 7 3.2s3.4-1.4 7-1.4v5.6c-3.6 0-3.8-1.4-7-1.4s-3.4 3.2-7 3.2z"
        fill="#fff"
      />
      <path d="M11 3.9v2.3M11 15.8v2.3" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    </>
  );
}

function Letter({ name }: { name: string }) {
  return (
    <text x="11" y="15.5" textAnchor="middle" fill="#fff" fontSize="13" fontWeight="600">
      {firstLetter(name)}
    </text>
  );
}

/** The first letter or figure of a name, large; empty where it has none. */
export function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';
}
