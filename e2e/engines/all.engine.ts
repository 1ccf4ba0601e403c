// One file, so that one worker runs an engine: the proxy identifies browsers by user agent.
import './pages.ts';
import './journeys.ts';
