// What stands around every screen before the sign-in: brand, picture, ways to reach support.
import { type ReactNode, useEffect } from 'react';
import { brand, windowTitle } from '../../brand.ts';
import { environmentBanner } from '../../environment.ts';
import { max_phone_digits, phoneMask } from '../../kit/format/masks.ts';
import { BrandMark } from '../../shell/brand/brand-mark.tsx';
import { SchemeButton } from '../../shell/scheme-button.tsx';
import { useStore } from '../../store.ts';
import basics from '../../style/basics.module.css';
import { BotCheckPlace } from '../bot-check/bot-check-place.tsx';
import styles from './sign-in.module.css';

interface AuthFrameProps {
  /** Of the browser's tab. */
  name: string;
  heading: string;
  /** A sentence below the heading: what happens here. */
  notice?: ReactNode;
  children: ReactNode;
  /** Ways to other screens, below the form. */
  links?: ReactNode;
}

export function AuthFrame({ name, heading, notice, children, links }: AuthFrameProps) {
  const { title, brand_name, support_email, support_phone } = useStore(brand);
  const banner = environmentBanner();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the brand's title is part of it
  useEffect(() => {
    document.title = windowTitle(name);
  }, [name, title]);
  return (
    <div className={styles.signIn}>
      <div className={styles.side}>
        <header>
          <span className={basics.brandName} data-part="brand-name">
            <BrandMark />
            {brand_name}
          </span>
          {banner !== '' && (
            <span className={basics.environment} data-part="environment">
              {banner}
            </span>
          )}
          <SchemeButton />
        </header>
        <main>
          <div className={styles.card} data-buttons="large">
            <h1>{heading}</h1>
            {notice && <p className={styles.notice}>{notice}</p>}
            {children}
            <BotCheckPlace />
            {links && <nav className={styles.links}>{links}</nav>}
          </div>
        </main>
        <footer>
          {support_email !== '' && <a href={`mailto:${support_email}`}>{support_email}</a>}
          {support_phone !== '' && (
            <a href={`tel:${support_phone.replace(/[^\d+]/g, '')}`}>
              {phoneMask(support_phone, max_phone_digits)}
            </a>
          )}
        </footer>
      </div>
      <SignInArt />
    </div>
  );
}

const left_count = 40;
const gate_x = 470;
const gap = 66;

/** One stream: spread at the left edge, drawn together at the gate, spread again behind it. */
function stream(index: number): string {
  const part = index / left_count;
  const from = -80 + part * 1040;
  const at_gate = 440 + (part - 0.5) * 116;
  const away = Math.sign(part - 0.5) * Math.abs(part * 2 - 1) ** 0.96 * 390;
  const to = (500 + away).toFixed(1);
  const gate = at_gate.toFixed(1);
  return `M-10 ${from}C180 ${from} 250 ${gate} ${gate_x} ${gate}S760 ${to} 970 ${to}`;
}

const streams = Array.from({ length: left_count + 1 }, (_, index) => stream(index));

export function SignInArt() {
  return (
    <div className={styles.art} aria-hidden="true">
      <svg viewBox="0 0 960 900" preserveAspectRatio="xMidYMid slice" fill="none">
        <title>Streams through a gate</title>
        {streams.map((path, index) => (
          <path key={path} d={path} data-lit={index % 10 === 5 ? '' : undefined} />
        ))}
        <path data-gate d={`M${gate_x} -10V${440 - gap}M${gate_x} ${440 + gap}V910`} />
      </svg>
    </div>
  );
}
