// One file, so that one worker runs an engine: the proxy knows browsers by their names.
import './pages.ts';
import './journeys.ts';
