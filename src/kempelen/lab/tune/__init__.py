"""Turn an automa's knobs until whoever plays against it wins as often as wanted."""
