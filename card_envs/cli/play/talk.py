"""What is said at the terminal: the table, the news, the choices, the commands."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from card_envs.agents import Decisions, load_agent
from card_envs.cli.play.choices import Choices
from card_envs.cli.play.sitting import Sitting
from card_envs.cli.show import brief
from card_envs.extras import needs
from card_envs.files import write_text

with needs("play", "matches at the terminal"):
    from rich.bar import Bar
    from rich.columns import Columns
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table as Grid
    from rich.text import Text

    from card_envs.rendering.terminal import around, as_group, seat_name

_HELP = """\
Choose by number, by name, or by the beginning of a name.
In names +1 is the next seat to the left of who acts, +2 the one after it;
places are counted from 0. On the table > marks whose turn it is, and [░░] is a
card face down. Other than choices you can type:
h  hint: what search thinks of each choice
u  undo: back to your decision before this one
t  the table again
w  all that you know, in words
r  the rules in brief
q  save and quit
?  this help"""
_MOST_HINTS = 12


class Talk:
    """A person's conversation with a sitting, saved in a file after every decision."""

    def __init__(self, sitting: Sitting, file: Path, hints: int) -> None:
        self.sitting = sitting
        self.file = file
        self.hints = hints
        """Simulations for a hint."""
        self.console = Console(highlight=False, markup=False, emoji=False)
        self._commands = {
            "h": self.hint,
            "u": self.undo,
            "t": self.show,
            "w": self.tell,
            "r": self.rules,
            "q": self.stop,
            "?": self.help,
        }

    # --- the course of it

    def hold(self) -> int:
        """Talk until the match is over or the person stops; returns the exit status."""
        self.save()
        try:
            self.greet()
            self.go_on()
            while not self.sitting.match.over:
                self.answer(self._heard())
        except (EOFError, KeyboardInterrupt):
            command = f"card-envs play {self.sitting.match.game.name} --resume {shlex.quote(str(self.file))}"
            self.console.print(f"\nTo go on: {command}", soft_wrap=True)
        return 0

    def answer(self, text: str) -> None:
        """Carry out a command or a choice; what is neither, or cannot be done, gets one line."""
        command = self._commands.get(text.casefold())
        try:
            if command is not None:
                command()
                return
            action = Choices(self.sitting.match).find(text)
        except ValueError as error:
            self.console.print(str(error))
            return
        self.sitting.choose(action)
        self.save()
        self.go_on()

    def go_on(self) -> None:
        """Let the others act; tell what has happened, and how things stand."""
        with self.console.status("The others are thinking …"):
            self.sitting.advance()
        for line in self._news():
            self.console.print(line)
        if self.sitting.match.over:
            self.save()
            self.end()
        else:
            self.show()

    def save(self) -> None:
        """Write the match so far."""
        write_text(self.file, json.dumps(self.sitting.record()) + "\n")

    def _heard(self) -> str:
        try:
            return " ".join(self.console.input("Your choice: ").split())
        except UnicodeDecodeError:
            return "what cannot be read"

    # --- commands

    def hint(self) -> None:
        """What search thinks of each choice, best first."""
        sitting = self.sitting
        search: Any = load_agent(sitting.match.game.name, f"search:{self.hints}", seed=sitting.position_seed())
        with self.console.status("Search is thinking …"):
            visits, values = search.weigh(Decisions.of(sitting.match))
        choices = Choices(sitting.match)
        shares, values = visits[0, choices.actions].tolist(), values[0, choices.actions].tolist()
        ranked = sorted(zip(choices.lines(), shares, values, strict=True), key=lambda row: (-row[1], -row[2]))
        grid = Grid("choice", "share of its tries", "", "won on average", box=None, padding=(0, 2, 0, 0))
        for line, share, value in ranked[:_MOST_HINTS]:
            won = "-" if math.isnan(value) else f"{value:+.2f}"
            grid.add_row(line, Bar(1.0, 0.0, share, width=20), f"{share:.0%}", won)
        self.console.print(grid)
        if len(ranked) > _MOST_HINTS:
            self.console.print(f"… and {len(ranked) - _MOST_HINTS} more, tried less.")

    def undo(self) -> None:
        """Back to the person's decision before this one."""
        if not self.sitting.undo():
            self.console.print("This is your first decision: there is nothing to undo.")
            return
        self.save()
        self.console.print("Back at your decision before.")
        self.show()

    def show(self) -> None:
        """The table, and the choices."""
        match, seat = self.sitting.match, self.sitting.seat
        self.console.print()
        self.console.print(as_group(match.game.table(match.state, seat), seat))
        self.console.print()
        self.console.print(Columns(map(Text, Choices(match).lines()), padding=(0, 3), column_first=True))

    def tell(self) -> None:
        """All that the seat knows, in words."""
        game = self.sitting.match.game
        self.console.print(game.describe(game.layout.decode(self.sitting.match.observation)))

    def rules(self) -> None:
        """The rules in brief."""
        game = self.sitting.match.game
        self.console.print(Markdown(brief(game)))
        self.console.print(f"All rules: card-envs show {game.name} --rules")

    def help(self) -> None:
        """What can be typed."""
        self.console.print(_HELP)

    def stop(self) -> None:
        """Quit as the end of input does; all is saved."""
        raise EOFError

    # --- what is told

    def greet(self) -> None:
        """Who sits where, and where the match is saved."""
        sitting, match = self.sitting, self.sitting.match
        *seats, own = around(sitting.seat, match.params.num_players)
        others = ", ".join(f"player_{seat} ({sitting.specs[seat]})" for seat in seats)
        self.console.print(f"{match.game.title}, seed {match.seed}, saved in {self.file}.")
        self.console.print(f"You are player_{own}. From your left: {others}.")
        self.console.print("? is for help, r for the rules, w for all that you know, in words.\n")

    def _news(self) -> Iterator[str]:
        for event, forced in self.sitting.news():
            if event["type"] == "shuffle":
                yield f"{len(event['cards'])} cards are shuffled."
            else:
                who = "you" if event["seat"] == self.sitting.seat else f"player_{event['seat']}"
                yield f"{who}: {event['name'] or 'hidden from you'}{' (the only choice)' if forced else ''}"

    def end(self) -> None:
        """The table with all cards open, and who came where."""
        match, seat = self.sitting.match, self.sitting.seat
        self.console.print()
        self.console.print(as_group(match.game.table(match.state, None)))
        placements, scores, _ = match.results()
        self.console.print(f"\nThe match is {'cut short' if match.truncated else 'over'}.")
        for other in sorted(range(len(placements)), key=lambda one: placements[one]):
            self.console.print(f"{placements[other]}. {seat_name(other, seat)}, score {scores[other]:g}")
        self.console.print(f"The record is in {self.file}.", soft_wrap=True)
