"""`python -m card_envs`."""

import sys

from card_envs.cli import main

sys.exit(main())
