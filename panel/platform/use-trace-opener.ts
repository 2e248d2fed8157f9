// Lets an Error ID, wherever it is shown, open its trace while an area stands.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { closeDialog, trace_opener } from '../notices.ts';
import { tracePath } from './paths.ts';

export function useTraceOpener(area: AccountType): void {
  const navigate = useNavigate();
  useEffect(() => {
    trace_opener.set((error_id) => {
      closeDialog();
      void navigate(tracePath(area, error_id));
    });
    return () => trace_opener.set(null);
  }, [area, navigate]);
}
