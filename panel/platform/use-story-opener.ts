// Lets an Error ID, wherever it is shown, open its story while an area stands.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { closeDialog, story_opener } from '../notices.ts';
import { storyPath } from './paths.ts';

export function useStoryOpener(area: AccountType): void {
  const navigate = useNavigate();
  useEffect(() => {
    story_opener.set((error_id) => {
      closeDialog();
      void navigate(storyPath(area, error_id));
    });
    return () => story_opener.set(null);
  }, [area, navigate]);
}
