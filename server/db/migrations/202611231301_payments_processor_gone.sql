-- A processor that nothing was ever sent to may be deleted; one with a past is released (Q1).
grant delete on processor to penstock_app;
