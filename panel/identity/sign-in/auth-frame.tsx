// What stands around every screen before the sign-in: brand, picture, ways to reach support.
import { type ReactNode, useEffect } from 'react';
import { brand, windowTitle } from '../../brand.ts';
import { environmentBanner } from '../../environment.ts';
import { most_phone_digits, phoneMask } from '../../kit/format/masks.ts';
import { BrandMark } from '../../shell/brand/brand-mark.tsx';
import { SchemeButton } from '../../shell/scheme-button.tsx';
import { useStore } from '../../store.ts';
import { BotCheckPlace } from '../bot-check/bot-check-place.tsx';
import { SignInArt } from './sign-in-art.tsx';
import './sign-in.css';

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
    <div className="sign-in">
      <div className="sign-in-side">
        <header>
          <span className="brand-name">
            <BrandMark />
            {brand_name}
          </span>
          {banner !== '' && <span className="environment">{banner}</span>}
          <SchemeButton />
        </header>
        <main>
          <div className="sign-in-card">
            <h1>{heading}</h1>
            {notice && <p className="sign-in-notice">{notice}</p>}
            {children}
            <BotCheckPlace />
            {links && <nav className="sign-in-links">{links}</nav>}
          </div>
        </main>
        <footer>
          {support_email !== '' && <a href={`mailto:${support_email}`}>{support_email}</a>}
          {support_phone !== '' && (
            <a href={`tel:${support_phone.replace(/[^\d+]/g, '')}`}>
              {phoneMask(support_phone, most_phone_digits)}
            </a>
          )}
        </footer>
      </div>
      <SignInArt />
    </div>
  );
}
