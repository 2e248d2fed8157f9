// Where the widget of the bot check stands on the screens before the sign-in, if it is configured.
import { useEffect, useRef, useState } from 'react';
import { PlainButton } from '../../kit/plain-button.tsx';
import { botCheckSettings } from '../../session/bot-check.ts';
import signInStyles from '../sign-in/sign-in.module.css';

export function BotCheckPlace() {
  const { site_key } = botCheckSettings();
  // Each try is a widget of its own.
  const [tries, setTries] = useState(0);
  if (site_key === '') return null;
  return <Widget key={tries} site_key={site_key} onRetry={() => setTries(tries + 1)} />;
}

function Widget({ site_key, onRetry }: { site_key: string; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let left = false;
    let takeAway: () => void = () => undefined;
    const show = async () => {
      const { showWidget } = await import('./turnstile-widget.ts');
      if (left || place.current === null) return;
      const action = location.pathname === '/auth' ? 'sign_in' : 'recovery';
      takeAway = await showWidget(place.current, site_key, action);
      if (left) takeAway();
    };
    show().catch((error: Error) => setFailed(error.message));
    return () => {
      left = true;
      takeAway();
    };
  }, [site_key]);
  return (
    <>
      <div ref={place} className={signInStyles.botCheck} />
      <p className={signInStyles.fault} role="alert">
        {failed}
      </p>
      {failed !== '' && (
        <div className={signInStyles.botCheckFailed}>
          <p className={signInStyles.botCheckWords}>
            The security check needs challenges.cloudflare.com. Allow it, then try again.
          </p>
          <PlainButton onClick={onRetry}>Try again</PlainButton>
        </div>
      )}
    </>
  );
}
